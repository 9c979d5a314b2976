import type { Clock, Random } from '@hola/core/clock.ts'
import pg from 'pg'
import type { ClientBase } from 'pg'
import { DatabaseProblem, pendingMigrations, readVersion, tooOld } from '../../platform/db/public.ts'
import { checkClock } from './check-clock.ts'
import type { Configuration } from './configuration.ts'
import type { Finding } from '../../platform/finding.ts'
import { ok, problem } from '../../platform/finding.ts'
import { checkCodePepper, checkFieldKey, checkPhotographs } from './known-secrets.ts'

/** For reaching the database, and for each question. */
const LIMIT_MS = 10_000
const SHOWN_TABLES = 3
/** The roles of transactions, and the migration that makes each. */
const roleMigrations = { hola_app: '0010-app-role.sql', hola_desk: '0029-staff.sql' } as const
type RoleName = keyof typeof roleMigrations
const roleNames = Object.keys(roleMigrations) as RoleName[]

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** What is wrong with the certificates, if that is what keeps us from the database. */
const tlsProblem = (error: unknown): string | undefined => {
  const code = codeOf(error)
  const reason = reasonOf(error)
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `DATABASE_URL leads to a database whose certificate is for another name (${reason}): let the host in DATABASE_URL be a name that stands in the certificate`
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID')
    return `DATABASE_URL leads to a database whose certificate is not valid today (${reason}): give the database a new one, and look at the clocks`
  if (/SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)|CERT_(?:SIGNATURE|UNTRUSTED|REJECTED)/.test(code))
    return `DATABASE_URL leads to a database whose certificate is signed by nobody we trust (${reason}): set sslrootcert in DATABASE_URL to the file with the certificate of the authority that signed it`
  if (reason === 'The server does not support SSL connections')
    return 'DATABASE_URL asks for TLS, and the database has none: turn it on there (ssl = on), or take sslmode out of DATABASE_URL'
  if (code === 'ENOENT' || code === 'EACCES')
    return `DATABASE_URL names a file that cannot be read (${reason}): look at sslrootcert, sslcert and sslkey`
  return undefined
}

const checkServer = async (client: ClientBase): Promise<Finding> => {
  const { version, isTooOld } = await readVersion(client)
  if (isTooOld) return problem(tooOld(version))
  const { rows } = await client.query<{ encoding: string; is_read_only: boolean }>(
    `SELECT current_setting('server_encoding') AS encoding, current_setting('transaction_read_only') = 'on' AS is_read_only`,
  )
  const { encoding = '', is_read_only: isReadOnly = false } = rows[0] ?? {}
  if (isReadOnly)
    return problem('The database can only be read: set DATABASE_URL to the main server, not to a copy that follows it')
  if (encoding !== 'UTF8')
    return problem(`The database is in ${encoding}: create one with ENCODING 'UTF8', and set DATABASE_URL to that one`)
  return ok(`The database answers: PostgreSQL ${version}`)
}

/** What is in the way of our tables; not what an extension brought. */
const foreignTables = async (client: ClientBase): Promise<string[]> => {
  const { rows } = await client.query<{ relname: string }>(
    `SELECT relname FROM pg_class
      WHERE relnamespace = to_regnamespace('public') AND relkind IN ('r', 'p', 'v', 'm', 'f')
        AND to_regclass('public.schema_migration') IS NULL
        AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
      ORDER BY relname`,
  )
  return rows.map(({ relname }) => relname)
}

const mayMakeTables = async (client: ClientBase): Promise<boolean> => {
  const { rows } = await client.query<{ may: boolean }>(`SELECT has_schema_privilege('public', 'CREATE') AS may`)
  return rows[0]?.may === true
}

const olderTables =
  'The tables are not those of this version, and the login of DATABASE_URL may not change them: run node server/src/main.ts migrate with the login of their owner first'

type Tables = { readonly finding: Finding; readonly isRoleMade: (role: RoleName) => boolean }

/** Whoever owns the tables brings them up to date, and a sandbox serves the desk as well: they need both roles. */
const rolesFor = async (client: ClientBase, { settings }: Configuration): Promise<readonly RoleName[]> =>
  settings.mode === 'sandbox' || (await mayMakeTables(client)) ? roleNames : ['hola_app']

const checkTables = async (client: ClientBase): Promise<Tables> => {
  const foreign = await foreignTables(client)
  if (foreign.length > 0) {
    const names = `${foreign.slice(0, SHOWN_TABLES).join(', ')}${foreign.length > SHOWN_TABLES ? ', …' : ''}`
    const words = `DATABASE_URL leads to the database of something else (it has ${names} and none of our tables): create an empty one, and set DATABASE_URL to that one`
    return { finding: problem(words), isRoleMade: () => false }
  }
  try {
    const pending = await pendingMigrations(client)
    const isRoleMade = (role: RoleName): boolean => !pending.includes(roleMigrations[role])
    if (pending.length === 0) return { finding: ok('The tables are those of this version'), isRoleMade }
    if (!(await mayMakeTables(client))) return { finding: problem(olderTables), isRoleMade: () => true }
    const steps = pending.length === 1 ? '1 step' : `${pending.length} steps`
    return { finding: ok(`The tables are brought to this version by the next start, in ${steps}`), isRoleMade }
  } catch (error) {
    if (!(error instanceof DatabaseProblem)) throw error
    return { finding: problem(error.message), isRoleMade: () => true }
  }
}

/** A role of transactions. The migration that makes it runs once: later it must be there. */
export const checkRole = async (client: ClientBase, name: RoleName, isMade: boolean): Promise<Finding> => {
  const { rows } = await client.query<{ me: string; is_there: boolean; may_take: boolean; may_make: boolean }>(
    `SELECT quote_ident(session_user) AS me, role.oid IS NOT NULL AS is_there,
            CASE WHEN role.oid IS NULL THEN false
                 WHEN current_setting('server_version_num')::int < 160000
                 THEN pg_has_role(session_user, role.oid, 'MEMBER')
                 ELSE pg_has_role(session_user, role.oid, 'SET') END AS may_take,
            own.rolsuper OR own.rolcreaterole AS may_make
       FROM pg_roles AS own LEFT JOIN pg_roles AS role ON role.rolname = $1
      WHERE own.rolname = session_user`,
    [name],
  )
  const { me = '', is_there: isThere = false, may_take: mayTake = false, may_make: mayMake = false } = rows[0] ?? {}
  if (mayTake) return ok(`The role ${name} is there`)
  if (!isMade && mayMake) return ok(`The role ${name} is made by the next start`)
  const statements = [...(isThere ? [] : [`CREATE ROLE ${name} NOLOGIN`]), `GRANT ${name} TO ${me}`]
  return problem(
    `The role ${name} ${isThere ? `is not open to ${me}` : 'is missing'}: let an administrator of the database run ${statements.join('; ')}`,
  )
}

const checkRoles = async (
  client: ClientBase,
  roles: readonly RoleName[],
  isMade: Tables['isRoleMade'],
): Promise<Finding[]> => {
  const findings: Finding[] = []
  for (const name of roles) findings.push(await checkRole(client, name, isMade(name)))
  return findings
}

/** `roles`: which of them the process takes; by what it is, unless told. */
type Given = { readonly clock: Clock; readonly random: Random; readonly roles?: readonly RoleName[] }

/** One thing after the other, on a connection of its own; nothing is written. The first that cannot be asked is the last. */
const look = async (
  client: ClientBase,
  configuration: Configuration,
  { clock, random, roles }: Given,
): Promise<Finding[]> => {
  const { finding: tables, isRoleMade } = await checkTables(client)
  return [
    await checkServer(client),
    await checkClock(client, clock),
    tables,
    ...(await checkRoles(client, roles ?? (await rolesFor(client, configuration)), isRoleMade)),
    await checkFieldKey(client, configuration, random),
    await checkCodePepper(client, configuration),
    ...(await checkPhotographs(client, configuration)),
  ]
}

/** Everything about a database that can be wrong before a server or the desk works with it. */
export const checkDatabase = async (
  connectionString: string,
  configuration: Configuration,
  given: Given,
): Promise<Finding[]> => {
  const isOwn = configuration.settings.databaseUrl !== undefined
  let client: pg.Client | undefined
  try {
    // Reads the address, and the certificates that it may name: that can fail as well.
    client = new pg.Client({
      connectionString,
      application_name: 'hola',
      connectionTimeoutMillis: LIMIT_MS,
      query_timeout: LIMIT_MS,
      statement_timeout: LIMIT_MS,
    })
    // A connection that is lost between two questions is an event; the next question then says why.
    client.on('error', () => {})
    await client.connect()
  } catch (error) {
    await client?.end().catch(() => undefined)
    const what = isOwn ? 'DATABASE_URL leads to no database' : 'The embedded database does not answer'
    const todo = isOwn ? 'check it, and that PostgreSQL runs there' : 'stop the server, and start it again'
    const tls = isOwn ? tlsProblem(error) : undefined
    return [problem(tls ?? `${what} (${reasonOf(error)}): ${todo}`)]
  }
  try {
    return await look(client, configuration, given)
  } catch (error) {
    return [problem(`The database does not let itself be looked at (${reasonOf(error)}): see what its own log says`)]
  } finally {
    await client.end().catch(() => undefined)
  }
}
