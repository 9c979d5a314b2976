/** A file of tests that is too long to wait for at every change, and what keeps its subject in `npm test`. */
export type LongTest = {
  readonly file: string
  readonly why: string
  /** The file that tries the same in short. */
  readonly short: string
}

const server = 'server/src'
const features = 'web/src/features'

// `npm test` leaves these out, `npm run prove -- --short` runs them and nothing else, and a submission has to pass both.
// A file belongs here that starts several servers, reads photographs by the dozen, sends a crowd, or walks whole ways
// through a browser, and whose subject a shorter file holds as well.
export const longTests: readonly LongTest[] = [
  // Whole processes.
  {
    file: `${server}/edge/preflight/start.test.ts`,
    why: 'starts a server for each setting that is wrong',
    short: `${server}/edge/settings.test.ts`,
  },
  {
    file: `${server}/edge/preflight/doctor.test.ts`,
    why: 'starts the doctor for each set-up',
    short: `${server}/edge/settings.test.ts`,
  },
  {
    file: `${server}/main.test.ts`,
    why: 'starts and stops eight servers',
    short: 'e2e/whole-way.test.ts',
  },
  {
    file: `${server}/edge/keys/rekey.test.ts`,
    why: 'replaces the key of a whole database twice, under three servers',
    short: `${server}/platform/sealed/keyring.test.ts`,
  },
  {
    file: `${server}/edge/backup/backup.test.ts`,
    why: 'restores a whole database five times',
    short: `${server}/edge/backup/encrypted-file.test.ts`,
  },
  {
    file: `${server}/edge/http/tracing-away.test.ts`,
    why: 'loads the whole server in a process of its own, and waits for a collector that never answers',
    short: `${server}/edge/http/tracing.test.ts`,
  },
  {
    file: `${server}/package.test.ts`,
    why: 'packs the server and starts it from there',
    short: 'tidy/deploy.test.ts',
  },
  {
    file: `${server}/role.test.ts`,
    why: 'starts a server for each role',
    short: `${server}/edge/settings.test.ts`,
  },
  {
    file: `${server}/platform/jobs/processes.test.ts`,
    why: 'waits half a minute for a job of a killed server',
    short: `${server}/whole-life.test.ts`,
  },
  {
    file: `${server}/person/account/processes.test.ts`,
    why: 'two servers share their limits',
    short: `${server}/person/account/login.test.ts`,
  },
  {
    file: `${server}/lending/loan/processes.test.ts`,
    why: 'two servers sign the same loan',
    short: `${server}/lending/loan/apply.test.ts`,
  },
  {
    file: `${server}/lending/repayment/processes.test.ts`,
    why: 'two servers hear of the same payment',
    short: `${server}/lending/repayment/receive.test.ts`,
  },
  {
    file: `${server}/edge/desk-cli/main.test.ts`,
    why: 'starts the command line as a process each time',
    short: `${server}/edge/desk-cli/money.test.ts`,
  },
  {
    file: `${server}/edge/simulation/kill-process.test.ts`,
    why: 'kills servers in the middle of a loan',
    short: `${server}/edge/simulation/check.test.ts`,
  },
  {
    file: `${server}/edge/fleet/fleet.test.ts`,
    why: 'four web and two jobs processes, restarted and killed under load',
    short: `${server}/whole-life.test.ts`,
  },
  {
    file: `${server}/edge/fleet/soak.test.ts`,
    why: 'watches what a process holds under steady load',
    short: `${server}/whole-life.test.ts`,
  },
  {
    file: `${server}/platform/db/embedded.test.ts`,
    why: 'starts PostgreSQL again and again',
    short: `${server}/upgrade.test.ts`,
  },
  {
    file: `${server}/edge/simulation/simulation.test.ts`,
    why: 'two years of a loan book',
    short: `${server}/edge/simulation/check.test.ts`,
  },
  {
    file: `${server}/edge/simulation/fill.test.ts`,
    why: 'half a year of a loan book, with the acts of the desk',
    short: `${server}/edge/simulation/check.test.ts`,
  },
  {
    file: `${server}/lending/agreement/printer.test.ts`,
    why: 'kills and hangs threads that print',
    short: `${server}/lending/agreement/pdf.test.ts`,
  },
  {
    file: `${server}/edge/simulation/kill.test.ts`,
    why: 'cuts the connection between two statements again and again',
    short: `${server}/edge/simulation/check.test.ts`,
  },
  {
    file: `${server}/edge/desk-cli/desk.test.ts`,
    why: 'tries every command of the staff',
    short: `${server}/edge/desk-cli/money.test.ts`,
  },
  {
    file: `${server}/edge/sandbox/payouts.test.ts`,
    why: 'waits for payouts of every kind',
    short: `${server}/edge/sandbox/sandbox.test.ts`,
  },
  {
    file: `${server}/platform/jobs/queue.test.ts`,
    why: 'waits for jobs that fail, hang and are tried again',
    short: `${server}/whole-life.test.ts`,
  },
  {
    file: `${server}/platform/db/pooler.test.ts`,
    why: 'starts PostgreSQL, a pooler and two servers',
    short: `${server}/platform/db/migrate.test.ts`,
  },
  {
    file: `${server}/platform/db/standby.test.ts`,
    why: 'kills a primary under load and waits for its standby',
    short: `${server}/edge/http/failure.test.ts`,
  },
  {
    file: `${server}/platform/db/restart.test.ts`,
    why: 'restarts PostgreSQL under calls',
    short: `${server}/edge/http/failure.test.ts`,
  },
  {
    file: `${server}/clock-jumps.test.ts`,
    why: 'sets the clock back and ahead again and again',
    short: `${server}/lending/loan/accrual.test.ts`,
  },
  {
    file: `${server}/disk-full.test.ts`,
    why: 'fills a disk under PostgreSQL, and that of the photographs',
    short: `${server}/edge/http/failure.test.ts`,
  },
  {
    file: `${server}/platform/db/versions.test.ts`,
    why: 'starts every version of PostgreSQL, and a server on each',
    short: `${server}/platform/db/server-version.test.ts`,
  },
  {
    file: `${server}/edge/preflight/tls.test.ts`,
    why: 'starts PostgreSQL with and without certificates',
    short: `${server}/edge/settings.test.ts`,
  },
  {
    file: `${server}/lending/payout/every-answer.test.ts`,
    why: 'weeks of payouts on a provider that answers in every way',
    short: `${server}/lending/payout/payout.test.ts`,
  },
  {
    file: `${server}/lending/payout/held.test.ts`,
    why: 'run after run of payouts that are refused',
    short: `${server}/lending/payout/payout.test.ts`,
  },
  {
    file: `${server}/lending/reconciliation/whole-path.test.ts`,
    why: 'does everything that the sandbox page can do, and reconciles it',
    short: `${server}/lending/reconciliation/reconcile.test.ts`,
  },
  // Crowds.
  {
    file: `${server}/person/account/any-body.test.ts`,
    why: 'sends hundreds of bodies to every call of the log-in',
    short: `${server}/person/application/hostile.test.ts`,
  },
  {
    file: `${server}/attack.test.ts`,
    why: 'sends thousands of bodies to every call there is',
    short: `${server}/person/application/hostile.test.ts`,
  },
  {
    file: `${server}/edge/http/crowd.test.ts`,
    why: 'a crowd of slow and large uploads',
    short: `${server}/person/identity/images.test.ts`,
  },
  {
    file: `${server}/lending/repayment/many-payments.test.ts`,
    why: 'hundreds of payments at once',
    short: `${server}/lending/repayment/receive.test.ts`,
  },
  {
    file: `${server}/edge/desk/many-cases.test.ts`,
    why: 'fills a desk with thousands of cases',
    short: `${server}/edge/desk/queue.test.ts`,
  },
  {
    file: `${server}/person/account/limits.test.ts`,
    why: 'asks for codes until each limit is reached',
    short: `${server}/person/account/login.test.ts`,
  },
  // Photographs that are drawn and read.
  {
    file: `${server}/person/identity/specimens.test.ts`,
    why: 'draws specimens and reads them',
    short: `${server}/person/identity/verdict.test.ts`,
  },
  {
    file: `${server}/person/identity/specimen-numbers.test.ts`,
    why: 'draws specimens and reads their numbers',
    short: `${server}/person/identity/verdict.test.ts`,
  },
  {
    file: `${server}/person/identity/specimen-face.test.ts`,
    why: 'draws specimens and compares their faces',
    short: `${server}/person/identity/verdict.test.ts`,
  },
  {
    file: `${server}/person/identity/presentation.test.ts`,
    why: 'reads photos of photos',
    short: `${server}/person/identity/verdict.test.ts`,
  },
  {
    file: `${server}/person/identity/verdicts.test.ts`,
    why: 'reads the photos of everything that can be wrong with them',
    short: `${server}/person/identity/verdict.test.ts`,
  },
  {
    file: `${server}/person/identity/journey.test.ts`,
    why: 'reads every photo of whole applications',
    short: 'e2e/whole-way.test.ts',
  },
  {
    file: `${server}/person/identity/faces.test.ts`,
    why: 'loads the models in a thread of its own',
    short: `${server}/person/identity/verdict.test.ts`,
  },
  {
    file: `${server}/person/identity/image-cleaner.test.ts`,
    why: 'cleans the dearest files that are accepted',
    short: `${server}/person/identity/images.test.ts`,
  },
  {
    file: `${server}/person/identity/reader.test.ts`,
    why: 'reads photographs',
    short: `${server}/person/identity/verdict.test.ts`,
  },
  {
    file: `${server}/person/identity/upload.test.ts`,
    why: 'sends photographs of every kind and size',
    short: `${server}/person/identity/images.test.ts`,
  },
  // Screens, key by key.
  {
    file: `${features}/application/steps.browser.test.tsx`,
    why: 'fills in three steps again and again',
    short: 'e2e/whole-way.test.ts',
  },
  {
    file: `${features}/account/log-in.browser.test.tsx`,
    why: 'types phones and codes, and waits for another one',
    short: 'e2e/whole-way.test.ts',
  },
  {
    file: `${features}/privacy/privacy.browser.test.tsx`,
    why: 'gives and withdraws every consent',
    short: `${server}/rights/privacy/privacy.test.ts`,
  },
  {
    file: 'ui/src/pickers/pickers.browser.test.tsx',
    why: 'turns every wheel and list by finger and by key',
    short: 'ui/src/controls/controls.browser.test.tsx',
  },
  {
    file: `${features}/sign/sign.browser.test.tsx`,
    why: 'signs after every way of being refused',
    short: `${features}/sign/contract.browser.test.tsx`,
  },
  {
    file: `${features}/photos/upload-id-card-screen.browser.test.tsx`,
    why: 'takes and sends photos of real size',
    short: `${features}/photos/after-screens.browser.test.tsx`,
  },
  {
    file: 'web/src/shared/camera/encode-photo.browser.test.tsx',
    why: 'encodes photos of real size',
    short: 'e2e/whole-way.test.ts',
  },
  {
    file: 'ui/src/gallery/gallery.browser.test.tsx',
    why: 'looks at every part in every look',
    short: 'ui/src/controls/controls.browser.test.tsx',
  },
  {
    file: `${features}/consumer/consumer.browser.test.tsx`,
    why: 'writes requests and complaints',
    short: `${server}/rights/consumer/consumer.test.ts`,
  },
  {
    file: `${features}/loan/offer.browser.test.tsx`,
    why: 'chooses amounts and terms',
    short: 'e2e/whole-way.test.ts',
  },
  {
    file: `${features}/repay/repay.browser.test.tsx`,
    why: 'pays in every way',
    short: 'e2e/whole-way.test.ts',
  },
  {
    file: `${features}/home/home-states.browser.test.tsx`,
    why: 'shows Home in every state of a loan',
    short: `${features}/home/home-screen.browser.test.tsx`,
  },
  // Whole ways through the product.
  ...['applying', 'borrowing', 'repaying', 'photos', 'privacy', 'interrupted', 'failures', 'offline', 'restart'].map(
    (name) => ({
      file: `e2e/${name}.test.ts`,
      why: 'walks from the log-in to a loan, several times',
      short: 'e2e/whole-way.test.ts',
    }),
  ),
  ...['desk-day', 'desk-queue', 'desk-people', 'desk-money', 'desk-care', 'desk-book'].map((name) => ({
    file: `e2e/${name}.test.ts`,
    why: 'a day at the desk, on a server of its own',
    short: 'e2e/desk-pages.test.ts',
  })),
  {
    file: 'e2e/dump.test.ts',
    why: 'sends a whole application, then reads every byte that is stored',
    short: `${server}/platform/log.test.ts`,
  },
  ...['sandbox', 'sheets'].map((name) => ({
    file: `e2e/${name}.test.ts`,
    why: 'makes people and walks to what it looks at',
    short: 'e2e/whole-way.test.ts',
  })),
  {
    file: 'web/src/sandbox/money-cards.browser.test.tsx',
    why: 'plays every card of the sandbox',
    short: 'web/src/sandbox/sandbox-page.browser.test.tsx',
  },
  {
    file: 'e2e/bridge.test.ts',
    why: 'plays whole scenarios of the bridge',
    short: 'tools/android.test.ts',
  },
  {
    file: 'e2e/every-route-in-english.test.ts',
    why: 'opens every page once more',
    short: 'web/src/router/pages.browser.test.tsx',
  },
  {
    file: 'e2e/every-route-in-spanish.test.ts',
    why: 'opens every page on a phone and looks at it with axe',
    short: 'web/src/router/pages.browser.test.tsx',
  },
  {
    file: 'e2e/language.test.ts',
    why: 'changes the language on page after page',
    short: 'web/src/app/app.browser.test.tsx',
  },
  {
    file: 'e2e/java-bridge.test.ts',
    why: 'the page in a browser against the wrapper, on Android’s own classes',
    short: 'tools/android.test.ts',
  },
  // Tools of others.
  {
    file: 'tools/android-host.test.ts',
    why: 'starts Android’s framework on the JVM',
    short: 'tools/android.test.ts',
  },
  {
    file: 'tools/alerts.test.ts',
    why: 'plays hours of metrics to every alert rule',
    short: 'tidy/watching.test.ts',
  },
]
