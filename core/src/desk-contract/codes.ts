import { line } from '../contract/fields.ts'

// By what the staff calls somebody or something in lists, which carry nothing that says who it is about.

const ID_PART = 8
const PERSON = 'P-'

const startOf = (id: string): string => id.slice(0, ID_PART).toUpperCase()

/** A person, by the beginning of her id: `P-B1E2A74D`. */
export const personCode = (userId: string): string => `${PERSON}${startOf(userId)}`

/** A case, by the beginning of the id of its application: `9F04C2B1`. */
export const caseCode = (applicationId: string): string => startOf(applicationId)

/** The code of a person in a call of the contract. */
export const personCodeField = line(PERSON.length + ID_PART)
