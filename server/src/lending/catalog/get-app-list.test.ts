import { expect, test } from 'vitest'
import { testDatabase } from '../../platform/db/test-database.ts'
import { openTestServer } from '../../edge/http/test-server.ts'
import { getAppList } from './get-app-list.ts'

const { pool } = await testDatabase()
const { app, services } = await openTestServer(pool)

test('none as shipped, for anybody', async () => {
  const answer = await app.inject({ method: 'POST', url: '/api/app/get_app_list', payload: {} })
  expect(answer.json()).toEqual({ code: '0', msg: '', ret: { apps: [] } })
})

const ownApps = [
  {
    app_id: 'saving',
    name: 'Hola Saving',
    description: { en: 'Puts money aside.', es: 'Guarda plata.' },
    url: 'https://hola.example/saving',
  },
  { app_id: 'shop', name: 'Hola Shop', description: { en: 'In our shops.', es: 'En nuestros locales.' }, url: null },
]

test.each([
  ['en', ['Puts money aside.', 'In our shops.']],
  ['es', ['Guarda plata.', 'En nuestros locales.']],
] as const)('those of the file, in their order, in %s', async (language, descriptions) => {
  const reference = { ...services.reference, ownApps }
  const context = { services: { ...services, reference }, language, requestId: '', address: '', userAgent: undefined }
  expect(await getAppList(context, {})).toEqual({
    apps: ownApps.map((one, index) => ({ ...one, description: descriptions[index] })),
  })
})
