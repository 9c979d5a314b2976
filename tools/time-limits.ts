/** `PATIENCE=5` multiplies every limit, for a machine that does much else. */
const patienceFactor = Number(process.env['PATIENCE'] ?? 1)

/** What a test or a hook may take. Whoever waits for something that comes waits no longer than it takes. */
export const TIME_LIMIT_S = 60 * patienceFactor

/** A poll gives up before its test does, to say what it waited for. */
export const POLL_LIMIT_MS = (TIME_LIMIT_S * 1000) / 2

type TimeLimit = {
  /** The beginning of the path of the test files. */
  readonly files: string
  readonly seconds: number
  readonly why: string
}

/** Who may take longer, in any run. */
export const longer: readonly TimeLimit[] = [
  {
    files: 'server/src/platform/jobs/processes.test.ts',
    seconds: 150,
    why: 'a job counts as abandoned after half a minute of silence, and each test starts two servers',
  },
  {
    files: 'server/src/edge/fleet/fleet.test.ts',
    seconds: 240,
    why: 'each of six processes is restarted or killed in turn, and jobs of the killed wait half a minute',
  },
  { files: 'server/src/edge/fleet/soak.test.ts', seconds: 120, why: 'half a minute of load, and its last loans' },
  {
    files: 'server/src/person/identity/specimens.test.ts',
    seconds: 120,
    why: 'one hook draws and reads the photos of all tests',
  },
  {
    files: 'server/src/person/identity/presentation.test.ts',
    seconds: 300,
    why: 'one hook draws replays of the specimens and reads them',
  },
  { files: 'e2e/whole-way.test.ts', seconds: 240, why: 'one test is a whole loan, key by key' },
  { files: 'e2e/applying.test.ts', seconds: 120, why: 'one test is a whole application with its photos' },
  { files: 'e2e/borrowing.test.ts', seconds: 120, why: 'one test goes from the application to the signature' },
  { files: 'e2e/repaying.test.ts', seconds: 120, why: 'one test goes from the application to a cleared loan' },
  ...['queue', 'people', 'money', 'care', 'book'].map((name) => ({
    files: `e2e/desk-${name}.test.ts`,
    seconds: 180,
    why: 'one test is a matter from its beginning to its end, and up to ten people sign in',
  })),
  { files: 'server/src/package.test.ts', seconds: 120, why: 'it packs, starts, backs up and restores' },
  { files: 'e2e/java-bridge.test.ts', seconds: 180, why: 'one test starts the framework of Android' },
  { files: 'e2e/privacy.test.ts', seconds: 120, why: 'one test goes from a consent to the erased account' },
]

/** Who may take longer when every case is tried (`npm run prove`). */
export const longerInProof: readonly TimeLimit[] = [
  { files: 'core/src/loan/loans.property.test.ts', seconds: 180, why: 'one rule is tried on 100.000 loans' },
  { files: 'server/src/person/identity/specimens.test.ts', seconds: 900, why: 'one hook reads 44 photos' },
  { files: 'server/src/person/identity/specimen-numbers.test.ts', seconds: 1800, why: 'one test reads 400 photos' },
  { files: 'server/src/edge/simulation/simulation.test.ts', seconds: 1800, why: 'two years of 400 borrowers' },
  { files: 'server/src/lending/payout/every-answer.test.ts', seconds: 900, why: '200 weeks of a payout' },
  { files: 'server/src/attack.test.ts', seconds: 1800, why: '50.000 bodies for every call there is' },
  {
    files: 'server/src/person/identity/face-index.test.ts',
    seconds: 300,
    why: '400 faces are compared with everybody',
  },
  { files: 'server/src/clock-jumps.test.ts', seconds: 300, why: 'the clock jumps 600 times' },
  { files: 'server/src/platform/db/restart.test.ts', seconds: 300, why: 'PostgreSQL is restarted six times' },
  { files: 'server/src/edge/simulation/kill.test.ts', seconds: 600, why: 'a scenario dies some hundred times' },
  { files: 'server/src/edge/fleet/fleet.test.ts', seconds: 1800, why: 'a hundred processes are killed one by one' },
  { files: 'server/src/edge/desk-cli/main.test.ts', seconds: 240, why: 'a dozen processes start, beside the fleet' },
  { files: 'server/src/edge/fleet/soak.test.ts', seconds: 2400, why: 'half an hour of steady load' },
  { files: 'server/src/edge/simulation/kill-process.test.ts', seconds: 180, why: 'six servers start one by one' },
]

export function timeLimitMs(file: string, isProof: boolean): number {
  const exceptions = [...(isProof ? longerInProof : []), ...longer].filter(({ files }) => file.startsWith(files))
  return Math.max(TIME_LIMIT_S, ...exceptions.map(({ seconds }) => seconds * patienceFactor)) * 1000
}
