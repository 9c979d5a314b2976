import { everyRoute } from './every-route.ts'

// Somebody who has just come.
everyRoute('es', { isNew: true })
