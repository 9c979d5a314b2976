/** The pages of an application's steps, in their order. */
export const stepUrls = {
  basic: '/pages/step/step-basic/step-basic',
  social: '/pages/step/step-social/step-social',
  withdrawal: '/pages/step/step-withdrawal/step-withdrawal',
  photos: '/pages/upload/upload-id-card/upload-id-card',
} as const
