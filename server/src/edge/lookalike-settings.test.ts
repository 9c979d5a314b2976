import { describe, expect, test } from 'vitest'
import { findLookalikes, typingErrors } from './lookalike-settings.ts'
import { settingsTable } from './settings.ts'

const names = settingsTable.map(({ name }) => name)
const meantBy = (name: string): string | undefined => findLookalikes({ [name]: 'x' }, names)[0]?.meant

test.each([
  ['the same', 'abcd', 'abcd', 0],
  ['one more', 'abcdd', 'abcd', 1],
  ['one less', 'abc', 'abcd', 1],
  ['another', 'abxd', 'abcd', 1],
  ['two swapped', 'abdc', 'abcd', 1],
  ['two of them', 'bacx', 'abcd', 2],
  ['nothing', '', 'abcd', 4],
])('typing errors: %s', (_, one, other, count) => {
  expect(typingErrors(one, other)).toBe(count)
  expect(typingErrors(other, one)).toBe(count)
})

test.each([
  ['FIELD_KEYY', 'FIELD_KEY'],
  ['FEILD_KEY', 'FIELD_KEY'],
  ['FIELDKEY', 'FIELD_KEY'],
  ['field_key', 'FIELD_KEY'],
  ['FIELD-KEY', 'FIELD_KEY'],
  ['HOLA_FIELD_KEY', 'FIELD_KEY'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['DATABASEURL', 'DATABASE_URL'],
  ['MERCADOPAGO_TOKEN', 'MERCADO_PAGO_TOKEN'],
  ['METRIC_TOKEN', 'METRICS_TOKEN'],
  ['CODE_PEPER', 'CODE_PEPPER'],
  ['DATA_DRI', 'DATA_DIR'],
  ['DATADIR', 'DATA_DIR'],
  ['PUBLIC_ULR', 'PUBLIC_URL'],
  ['PAYOUTS', 'PAYOUT'],
  ['BURAEU', 'BUREAU'],
  ['COLECTION', 'COLLECTION'],
  ['TWILIO_ACCOUNT_ID', 'TWILIO_ACCOUNT_SID'],
  ['TRUSTED_PROXY', 'TRUST_PROXY'],
  ['RATE_LIMIT_PER_MINUTES', 'RATE_LIMIT_PER_MINUTE'],
])('%s looks like %s', (name, setting) => {
  expect(meantBy(name)).toBe(setting)
})

test.each(names)('%s itself looks like no other', (name) => {
  expect(meantBy(name)).toBeUndefined()
})

test('one that is empty was not made', () => {
  expect(findLookalikes({ FIELD_KEYY: ' ' }, names)).toEqual([])
})

test('beside the setting itself it may belong to another program', () => {
  expect(findLookalikes({ DATABASE_URI: 'x', DATABASE_URL: 'y' }, names)).toEqual([
    { name: 'DATABASE_URI', meant: 'DATABASE_URL', isMeantSet: true },
  ])
})

// As found on laptops, in containers, in Kubernetes (which writes several for every service beside the server), in the
// runners of tests and on rented machines.
const ordinary = `
  HOSTNAME HOST_NAME HOSTTYPE HOSTS PATH PWD OLDPWD SHLVL HOME USER USERNAME LOGNAME LOG_NAME LOG_DIR LOG_FILE LOG_FORMAT
  LOGS LANG LANGUAGE LC_ALL LC_CTYPE TERM TERM_PROGRAM COLORTERM SHELL EDITOR VISUAL PAGER LESS MAIL MAILTO MAILCHECK TZ
  TMPDIR TEMP TMP UID EUID PPID PS1 IFS _ LS_COLORS DISPLAY WAYLAND_DISPLAY XAUTHORITY SESSION_MANAGER DESKTOP_SESSION
  DBUS_SESSION_BUS_ADDRESS XDG_DATA_DIRS XDG_DATA_HOME XDG_CONFIG_DIRS XDG_CONFIG_HOME XDG_CACHE_HOME XDG_RUNTIME_DIR
  XDG_SESSION_ID XDG_SESSION_TYPE XDG_CURRENT_DESKTOP GDMSESSION GNOME_KEYRING_CONTROL SSH_AUTH_SOCK SSH_AGENT_PID
  SSH_CLIENT SSH_CONNECTION SSH_TTY GPG_AGENT_INFO SUDO_USER SUDO_UID SUDO_GID SUDO_COMMAND MANPATH INFOPATH JAVA_HOME
  GOPATH GOROOT CARGO_HOME RUSTUP_HOME PYTHONPATH VIRTUAL_ENV CONDA_PREFIX NVM_DIR NVM_BIN NVM_INC NODE NODE_ENV NODE_PATH
  NODE_OPTIONS NODE_COMPILE_CACHE NODE_EXTRA_CA_CERTS NODE_VERSION YARN_VERSION INIT_CWD COLOR npm_command npm_config_port
  npm_config_host npm_config_loglevel npm_config_cache npm_config_user_agent npm_execpath npm_lifecycle_event
  npm_node_execpath npm_package_json npm_package_name npm_package_version npm_config_database_url HTTP_PROXY HTTPS_PROXY
  NO_PROXY http_proxy https_proxy no_proxy ALL_PROXY PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE PGDATA PGSSLMODE
  PGAPPNAME POSTGRES_USER POSTGRES_PASSWORD POSTGRES_DB POSTGRES_HOST POSTGRES_PORT DB_HOST DB_PORT DB_USER DB_PASSWORD
  DB_NAME DB_URL REDIS_URL MONGO_URL AMQP_URL BASE_URL API_URL APP_URL SITE_URL HTTP_URL APP_KEY APP_NAME APP_ENV
  API_KEY API_TOKEN SECRET_KEY PRIVATE_KEY PUBLIC_KEY PUBLIC_IP PUBLIC_DIR PUBLIC_HOST ACCESS_TOKEN AUTH_TOKEN
  GITHUB_TOKEN GH_TOKEN NPM_TOKEN SENTRY_DSN SMTP_HOST SMTP_PORT SMTP_USER SMTP_PASS SMTP_PASSWORD SMTP_FROM MAIL_HOST
  MAIL_PORT MAIL_USER MAIL_URL TWILIO_API_KEY TWILIO_API_SECRET WHATSAPP_ID METRICS_PORT METRICS_PATH METRICS_ADDR
  METRICS_ENABLED DATABASE_HOST DATABASE_PORT DATABASE_USER DATABASE_NAME DATABASE_PASSWORD DATABASE_POOL DATABASE_SSL
  TEST_DATABASE_URL SHADOW_DATABASE_URL PORT_8080_TCP PORT_80 PORTS SERVER_PORT HTTP_PORT LISTEN_PORT MODEL LAYOUT NODES
  CODE CODES DATA DATA_FILE DATA_HOME KEY_DIR FIELD FIELDS LEVEL RATE_LIMIT TRANSFER COLLECT SELECTION CONNECTION
  KUBERNETES_PORT KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT KUBERNETES_PORT_443_TCP HOLA_PORT HOLA_SERVICE_HOST
  HOLA_SERVICE_PORT HOLA_PORT_8080_TCP HOLA_PORT_8080_TCP_ADDR HOLA_SERVER DATABASE_SERVICE_HOST DATABASE_SERVICE_PORT
  SMTP_SERVICE_HOST SMTP_PORT_25_TCP MERCADO_PAGO_ID DYNO HEROKU_APP_NAME RENDER_EXTERNAL_URL RAILWAY_STATIC_URL
  FLY_APP_NAME AWS_REGION AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN GOOGLE_APPLICATION_CREDENTIALS CI
  CI_JOB_ID GITHUB_ACTIONS GITHUB_SHA RUNNER_TEMP RUNNER_OS BUILD_ID BUILD_NUMBER JENKINS_URL JOB_NAME container
  INVOCATION_ID JOURNAL_STREAM MAINPID NOTIFY_SOCKET LISTEN_FDS STATE_DIRECTORY RUNTIME_DIRECTORY SYSTEMD_EXEC_PID WSLENV
  WSL_DISTRO_NAME WINDIR VSCODE_PID VSCODE_CWD SIMULATION_SEED TEST_SUMMARY_FILE PROVE PATIENCE PLAYWRIGHT_BROWSERS_PATH
  CHROMIUM_PATH VITEST VITEST_MODE VITEST_POOL_ID VITEST_WORKER_ID TEST PROD DEV MODES SSR
`
  .trim()
  .split(/\s+/)

describe('an ordinary environment', () => {
  test('has no name that is somebody’s typing error', () => {
    expect(ordinary.length).toBeGreaterThan(200)
    expect(ordinary.filter((name) => meantBy(name) !== undefined)).toEqual([])
  })

  test('nor is anything in the one that this test runs in', () => {
    expect(findLookalikes(process.env, names)).toEqual([])
  })
})
