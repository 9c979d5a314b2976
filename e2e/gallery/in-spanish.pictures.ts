import { pictures } from './pictures.ts'

pictures('es')
