import { describe, expect, test } from 'vitest'
import { newApplicant, saveThreeSteps } from '../application/test-application.ts'
import { testDatabase } from '../../platform/db/test-database.ts'
import { writtenName } from './card.ts'
import { goodReadings, openPhotoServer, plainPhoto, uploadBody } from './test-photos.ts'

const { pool } = await testDatabase()
const server = await openPhotoServer(pool, () => new Date('2026-11-16T15:00:00Z'))

const lucia = {
  first_name: 'Lucia',
  last_name: 'Romero',
  names_cut: false,
  national_id_number: '30111222',
  gender_id: 'f',
  birth_day: '1983-08-14',
  cuil: '27301112225',
}

describe('what the card says', () => {
  test('comes back once a photo of it is read, before any step is saved', async () => {
    server.show()
    const person = await newApplicant(server)
    const cardInfo = async () => (await person.call('app/get_card_info')).ret
    expect(await cardInfo()).toEqual({ state: 'no_photo', sides: [], card: null })
    await person.call('app/upload_image_info', uploadBody('id_front', await plainPhoto()))
    expect(await cardInfo()).toEqual({ state: 'reading', sides: ['id_front'], card: null })
    await server.send(person, 'id_front')
    expect(await cardInfo()).toEqual({ state: 'read', sides: ['id_front'], card: lucia })
  })

  test('is read from the back when the front has no barcode; a name that fills the line may be cut', async () => {
    const { front, back } = goodReadings
    server.show({
      front: { ...front, barcode: null },
      back: { ...back, mrz: back.mrz && { ...back.mrz, sex: 'X', namesTruncated: true } },
    })
    const person = await newApplicant(server)
    await server.send(person, 'id_front')
    expect((await person.call('app/get_card_info')).ret).toEqual({ state: 'unread', sides: ['id_front'], card: null })
    await server.send(person, 'id_back')
    expect((await person.call('app/get_card_info')).ret).toMatchObject({
      state: 'read',
      // Nobody can tell a CUIL from an X.
      card: { ...lucia, gender_id: 'x', names_cut: true, cuil: null },
    })
  })

  test('the CUIL of the card counts more than the one that follows from number and sex', async () => {
    const { front } = goodReadings
    server.show({ front: { ...front, barcode: front.barcode && { ...front.barcode, cuil: '23301112224' } } })
    const person = await newApplicant(server)
    await server.send(person, 'id_front')
    expect((await person.call('app/get_card_info')).ret.card?.cuil).toBe('23301112224')
  })

  test('is gone with the consent, is nobody else’s, and a broken photo is no card', async () => {
    server.show({ back: { ok: false, problem: 'damaged' } })
    const person = await newApplicant(server)
    await saveThreeSteps(person)
    await server.send(person, 'id_back')
    expect((await person.call('app/get_card_info')).ret.state).toBe('unread')
    await server.send(person, 'id_front')
    expect((await person.call('app/get_card_info')).ret.card).toEqual(lucia)
    expect((await (await newApplicant(server)).call('app/get_card_info')).ret.state).toBe('no_photo')
    await person.call('privacy/consent', { give: false, kind: 'biometric' })
    expect((await person.call('app/get_card_info')).ret).toEqual({ state: 'no_photo', sides: [], card: null })
  })
})

test.each([
  ['LUCIA', 'Lucia'],
  ['MARÍA DE LOS ÁNGELES', 'María de los Ángeles'],
  ['DE LA CRUZ', 'De la Cruz'],
  ["D'ANGELO", "D'Angelo"],
  ['PÉREZ-LÓPEZ', 'Pérez-López'],
  ['O’HIGGINS  ÑANDÚ', "O'Higgins Ñandú"],
  ['ST. JOHN', 'St John'],
])('%s is written %s', (capitals, written) => {
  expect(writtenName(capitals)).toBe(written)
})
