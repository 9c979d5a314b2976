import type { BodyOf } from '@hola/core/contract/contract.ts'
import { Refusal, refuse } from '@hola/core/errors.ts'
import { inTransaction } from '../../platform/db/public.ts'
import type { CallContext, Handler } from '../services.ts'
import { openAddress } from './address.ts'
import type { Address, AddressKind } from './address.ts'
import { sendCode } from './send-code.ts'
import { listAddresses } from './store.ts'

export const getCode: Handler<'user/get_code'> = async (context, body) => {
  const address =
    body.purpose === 'login' ? ({ kind: 'phone', value: body.phone } as const) : await own(context, 'phone')
  return address instanceof Refusal ? address : sendCode(context, address, body.purpose, browserTokenIn(body))
}

export const getMailCode: Handler<'user/get_mail_code'> = async (context, body) => {
  const address = body.purpose === 'login' ? ({ kind: 'mail', value: body.mail } as const) : await own(context, 'mail')
  return address instanceof Refusal ? address : sendCode(context, address, body.purpose, browserTokenIn(body))
}

const browserTokenIn = (body: BodyOf<'user/get_code'> | BodyOf<'user/get_mail_code'>): string | undefined =>
  body.purpose === 'login' ? body.browser_token : undefined

/** Who signs gets the code where she logs in, and cannot name another place. */
const own = async ({ services, user }: CallContext, kind: AddressKind): Promise<Address | Refusal> => {
  if (user === undefined) return refuse('login_needed')
  const addresses = await inTransaction(services.pool, (tx) => listAddresses(tx, user.userId))
  const found = addresses.find((address) => address.kind === kind)
  if (found === undefined) return refuse('no_address_on_file')
  return { kind, value: openAddress(services.sealer, found, found.sealedAddress) }
}
