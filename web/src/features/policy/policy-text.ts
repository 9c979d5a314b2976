/** A paragraph, or a list of points. */
export type Block = string | readonly string[]

export type Section = { readonly title: string; readonly blocks: readonly Block[] }

/** A legal text. The version is the one that a person agrees to when she logs in. */
export type PolicyText = { readonly version: string; readonly sections: readonly Section[] }

export const policyTypes = ['privacy', 'terms', 'contracts', 'about'] as const
export type PolicyType = (typeof policyTypes)[number]

export type PolicyTexts = { readonly [Type in PolicyType]: PolicyText }

/** Raised together with the server's when a text changes what somebody agrees to. */
export const TEXTS_VERSION = '2026-11'
