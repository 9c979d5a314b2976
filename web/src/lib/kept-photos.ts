/** Photos that wait for the network; `photo-shelf.ts` fills it. */
export const PHOTO_DATABASE = 'photos'

/** Part of every log-out, also where the page that took the photos was never loaded. */
export const deleteKeptPhotos = (): void => {
  try {
    indexedDB.deleteDatabase(PHOTO_DATABASE)
  } catch {
    // A browser that forbids the database has kept nothing.
  }
}
