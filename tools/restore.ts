import { openServices } from '../server/src/app.ts'
import { restoreMain } from '../server/src/edge/backup/backup-main.ts'

// npm run restore -- FILE [--try]   a backup into an empty place, and the proof that it is whole: docs/OPERATIONS.md says how.

process.exit(await restoreMain(process.argv.slice(2), process.env, openServices))
