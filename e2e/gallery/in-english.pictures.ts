import { pictures } from './pictures.ts'

pictures('en')
