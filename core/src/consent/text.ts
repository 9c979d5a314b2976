import type { WireLanguage } from '../language.ts'

export type ConsentText = { readonly title: string; readonly paragraphs: readonly string[] }

/**
 * What a person agrees to. The Spanish text is the one that counts, whose hash the server records; the English one is a
 * courtesy. Different words are a different consent: they get a new version, and who agreed to the old one is asked
 * again.
 */
export type VersionedConsent = { readonly version: string } & Readonly<Record<WireLanguage, ConsentText>>

/** The text in one piece, as it is hashed: the title and the paragraphs with an empty line between them. */
export const wholeText = ({ title, paragraphs }: ConsentText): string => [title, ...paragraphs].join('\n\n')
