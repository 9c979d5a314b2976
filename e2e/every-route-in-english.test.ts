import { someOf } from '@hola/core/test-proof.ts'
import { routes } from '../web/src/app/routes.ts'
import { everyRoute } from './every-route.ts'

// Somebody who has filled in everything, by day.
everyRoute('en', { isNew: false, dark: false, rows: someOf('routes in English', routes, 6) })
