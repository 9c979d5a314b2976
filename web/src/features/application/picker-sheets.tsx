import { DatePicker } from '@hola/ui/pickers/date-picker.tsx'
import { SinglePicker } from '@hola/ui/pickers/single-picker.tsx'

/** What opens over a form, in one part that is loaded after the form itself shows. */
export const sheets = { DatePicker, SinglePicker: SinglePicker<string> }
