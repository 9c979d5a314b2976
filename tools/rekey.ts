import { main } from '../server/src/edge/keys/rekey-main.ts'

// npm run rekey   seals everything anew with FIELD_KEY, so that FIELD_KEY_OLD can be thrown away: docs/OPERATIONS.md says how.

process.exit(await main(process.argv.slice(2), process.env))
