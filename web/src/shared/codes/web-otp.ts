/** What the browser hands over once it has read the code from the SMS. */
type OtpCredential = Credential & { readonly code?: string }

/**
 * Asks the browser for the code of the SMS that names this site. It never rejects: where there is no such thing, where
 * the person says no or the page is left, nothing comes and the code is typed.
 */
export const codeFromSms = async (signal: AbortSignal): Promise<string | undefined> => {
  if (!('OTPCredential' in window)) return undefined
  try {
    const options: CredentialRequestOptions & { otp: { transport: string[] } } = { otp: { transport: ['sms'] }, signal }
    const credential: OtpCredential | null = await navigator.credentials.get(options)
    return credential?.code
  } catch {
    return undefined
  }
}
