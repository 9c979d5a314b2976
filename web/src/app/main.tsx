import '../ui/tokens.css'
import '../ui/base.css'
import { start } from './start.tsx'

const root = document.getElementById('app')
if (root) start(root)
