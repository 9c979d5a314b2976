import { openServices } from '../server/src/app.ts'
import { main } from '../server/src/edge/desk-cli/main.ts'

// What the lender's staff decides by hand: `npm run desk -- help` says how.

process.exit(await main(process.argv.slice(2), process.env, openServices))
