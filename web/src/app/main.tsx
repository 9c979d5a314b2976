import '@hola/ui/tokens.css'
import '@hola/ui/base.css'
import { start } from './start.tsx'

const root = document.getElementById('app')
if (root) start(root)
