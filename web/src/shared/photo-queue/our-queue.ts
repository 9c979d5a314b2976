import { api } from '../../lib/api.ts'
import { onSessionChange, session } from '../../lib/session.ts'
import { newUuid } from '../../lib/uuid.ts'
import { base64Of } from './base64.ts'
import { createPhotoQueue } from './photo-queue.ts'
import { photoShelf } from './photo-shelf.ts'
import { fetchTelling } from './upload-fetch.ts'

const now = (): number => Date.now()

/** One for the whole app: photos go on being sent while another page is open. */
export const photoQueue = createPhotoQueue({
  async send({ uploadId, kind, image, consentVersion }, { onShare, signal }) {
    const base64 = await base64Of(image)
    if (base64 === undefined) return 'lost'
    return api.call(
      'app/upload_image_info',
      { upload_id: uploadId, kind, image_base64: base64, consent_version: consentVersion },
      // The page itself says what became of each photo.
      { signal, quiet: true, fetch: fetchTelling(onShare) },
    )
  },
  shelf: photoShelf(now),
  now,
  newId: newUuid,
})

let owner = session().userId

onSessionChange(() => {
  if (session().userId === owner) return
  owner = session().userId
  photoQueue.forget()
})

window.addEventListener('online', () => photoQueue.tryNow())
