import type { Handler } from '../services.ts'

/** The lender's other apps: none, until it has some. */
export const getAppList: Handler<'app/get_app_list'> = async ({ services: { reference }, language }) => ({
  apps: reference.ownApps.map(({ description, ...app }) => ({ ...app, description: description[language] })),
})
