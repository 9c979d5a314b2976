import type { Services as RightsServices } from '../rights/services.ts'

/** What the rooms of the staff are given. Its `pool` has the rights of the desk: `poolOfDesk`. */
export type Services = RightsServices
