import { everyRoute } from './every-route.ts'

// Somebody who has just come, at night.
everyRoute('es', { isNew: true, dark: true })
