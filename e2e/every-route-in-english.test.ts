import { everyRoute } from './every-route.ts'

// Somebody who has filled in everything.
everyRoute('en', { isNew: false })
