/** With a mouse there is a keyboard too; on a touch screen a focused input would cover half the sheet. */
export function prefersTyping(): boolean {
  return matchMedia('(pointer: fine)').matches
}
