/** To the first field with an error, a picker too. */
export const focusFirstError = (form: HTMLFormElement | null): void =>
  form?.querySelector<HTMLElement>('[aria-describedby$="-error"]')?.focus()
