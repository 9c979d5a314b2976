import { everyRoute } from './every-route.ts'

// Somebody who has filled in everything, by day.
everyRoute('en', { isNew: false, dark: false })
