/** Whether the Android wrapper is around the page. A file of its own: screens ask before they load the rest. */
export const isInWrapper = (): boolean => window.androidBridge !== undefined
