/** Basic, social, withdrawal, photographs. */
export const STEP_COUNT = 4
