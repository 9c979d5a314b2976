/**
 * The bytes of a photo as the contract carries them; undefined when the device has lost them. The browser's own encoder
 * does not need them twice in memory.
 */
export const base64Of = (image: Blob): Promise<string | undefined> =>
  new Promise((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result).replace(/^[^,]*,/, '')))
    reader.addEventListener('error', () => resolve(undefined))
    reader.readAsDataURL(image)
  })
