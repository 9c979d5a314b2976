import { someOf } from '@hola/core/test-proof.ts'
import { routes } from '../web/src/app/routes.ts'
import { everyRoute } from './every-route.ts'

// Somebody who has just come, at night.
everyRoute('es', { isNew: true, dark: true, rows: someOf('routes in Spanish', routes, 12) })
