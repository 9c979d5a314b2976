import { main } from '../server/src/desk-main.ts'

// The desk of the lender's staff as a process of its own, without the keys of any provider: docs/DESK.md.

process.exit(await main(process.env))
