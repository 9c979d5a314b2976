/** How much of each kind is kept of one person, and for how long. What is older makes room. */

/** Decisions.md, section 15: "kept 90 days". */
export const DEVICE_DATA_KEPT_DAYS = 90

/** A consent that is not given again ends by itself: nobody is read on for years because of one tap. */
export const CONSENT_VALID_DAYS = 365

/** Of a device and of its apps only the last word counts. */
export const deviceDataRecordsMax = { device: 1, apps: 1, sms: 500, location: 100, behaviour: 1000 } as const

export type DeviceDataKind = keyof typeof deviceDataRecordsMax

/** In the order in which they are shown. */
export const deviceDataKinds = ['device', 'location', 'sms', 'apps', 'behaviour'] as const satisfies DeviceDataKind[]
