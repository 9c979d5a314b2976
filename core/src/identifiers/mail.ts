import { bad, type Checked, good } from './checked.ts'

export const MAIL_LENGTH_MAX = 254

/** What mail hosts really give out. Quotes, comments and control characters, lawful or not, get into no header. */
export const MAIL = /^[a-z0-9_%+'-]+(?:\.[a-z0-9_%+'-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/

/** An e-mail address in small letters, so that one person is one account however her phone begins a word. */
export const checkMail = (text: string): Checked<string, 'required_enter' | 'not_a_mail'> => {
  const mail = text.trim().toLowerCase()
  if (mail === '') return bad('required_enter')
  const isShortEnough = mail.length <= MAIL_LENGTH_MAX && mail.indexOf('@') <= 64
  return isShortEnough && MAIL.test(mail) ? good(mail) : bad('not_a_mail')
}
