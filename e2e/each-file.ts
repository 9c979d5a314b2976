import { basename } from 'node:path'
import { expect } from 'vitest'
import { drawPeopleBy } from './people.ts'

// Runs before each file of these tests.

drawPeopleBy(basename(expect.getState().testPath ?? ''))
