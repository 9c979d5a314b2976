import { backupMain } from '../server/src/edge/backup/backup-main.ts'

// npm run backup -- FILE   the database and the photographs in one encrypted file: docs/OPERATIONS.md says how.

process.exit(await backupMain(process.argv.slice(2), process.env))
