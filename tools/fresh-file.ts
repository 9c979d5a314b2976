import { vi } from 'vitest'

// Files that share a worker begin as if each had its own: without the globals that another one has put in the place of the
// browser's, and with modules that nobody has used.
vi.unstubAllGlobals()
vi.resetModules()
