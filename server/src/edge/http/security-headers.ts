/** No inline script or style anywhere, nothing from another origin; the camera page shows photos as blob: and data:. */
const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "frame-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** Sent with every answer, errors and 404 included. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  // The ID photos need the camera, the live-push demo the microphone too, the wrapper's web side the location.
  'permissions-policy': 'camera=(self), geolocation=(self), microphone=(self), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
}

/** The desk needs no camera, microphone or location, and its passkeys stay with its own pages. */
export const deskHeaders: Readonly<Record<string, string>> = {
  ...securityHeaders,
  'permissions-policy':
    'publickey-credentials-get=(self), publickey-credentials-create=(self), camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/**
 * Added in production only, where a proxy speaks HTTPS: a browser that saw it on http://localhost would refuse plain
 * HTTP on that name for every other project of the developer.
 */
export const transportSecurity = 'max-age=31536000; includeSubDomains'
