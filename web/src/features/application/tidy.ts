import { checkCuil, formatCuil } from '@hola/core/identifiers/cuil.ts'
import { checkDni, formatDni } from '@hola/core/identifiers/dni.ts'

/** A finished text as people read it, when its field is left; an unfinished one stays as it was typed. */

export const tidyDni = (typed: string): string => {
  const dni = checkDni(typed)
  return dni.ok ? formatDni(dni.value) : typed
}

export const tidyCuil = (typed: string): string => {
  const cuil = checkCuil(typed)
  return cuil.ok ? formatCuil(cuil.value) : typed
}
