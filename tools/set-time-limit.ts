import { relative } from 'node:path'
import { expect, vi } from 'vitest'
import { isProof } from '../core/src/test-proof.ts'
import { timeLimitMs } from './time-limits.ts'

// Runs before each test file.

const file = relative(process.cwd(), expect.getState().testPath ?? '').replaceAll('\\', '/')
const limitMs = timeLimitMs(file, isProof)
vi.setConfig({ testTimeout: limitMs, hookTimeout: limitMs })
