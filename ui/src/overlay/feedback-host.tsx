import { useEffect, useState, useSyncExternalStore, type ComponentType, type ReactNode } from 'react'
import { m } from '@hola/i18n/compiled/messages.js'
import { classes } from '../classes.ts'
import {
  closePopups,
  feedbackState,
  hideToast,
  onFeedbackChange,
  showToast,
  type Popup,
  type Slot,
} from './feedback.ts'
import { Icon } from '../layout/icon.tsx'
import { alertIcon, checkCircleIcon, closeIcon, refreshIcon } from '../layout/icons.ts'
import { Spinner } from '../layout/spinner.tsx'
import css from './toast.module.css'

const shapes = { success: checkCircleIcon, error: alertIcon, retry: refreshIcon, none: undefined }

/** Shows what `feedback.ts` holds. Mounted once by the app, above every page. */
export function FeedbackHost(): ReactNode {
  const { slot, popup } = useSyncExternalStore(onFeedbackChange, feedbackState)
  return (
    <>
      <output aria-live="polite">{slot && <Toast key={slot.id} slot={slot} />}</output>
      <Popups popup={popup} />
    </>
  )
}

function Toast({ slot: { kind, title, icon, mask, action } }: { slot: Slot }): ReactNode {
  // An unknown icon counts as success, whatever a caller in plain JavaScript sends.
  const shape = icon in shapes ? shapes[icon] : checkCircleIcon
  return (
    <>
      {mask && <div className={css.mask} />}
      <div
        className={classes(css.toast, action && css.withAction)}
        data-surface="ink"
        popover="manual"
        // The top layer keeps a toast readable above an open sheet; an old browser shows it in place.
        ref={(toast) => toast?.showPopover?.()}
      >
        {kind === 'loading' ? <Spinner /> : shape && <Icon shape={shape} />}
        <span className={css.words}>{kind === 'loading' ? title || m.ui_loading() : title}</span>
        {action && (
          <div className={css.buttons}>
            <button
              type="button"
              className={css.action}
              onClick={() => {
                hideToast()
                action.onPress()
              }}
            >
              {action.label}
            </button>
            <button type="button" className={css.close} aria-label={m.ui_close()} onClick={hideToast}>
              <Icon shape={closeIcon} size="medium" />
            </button>
          </div>
        )}
      </div>
    </>
  )
}

/** A function of its own: the bundler takes `import().then()` as a whole, and then styles that do not come are no refusal. */
const loadPopups = async () => (await import('./feedback-popups.tsx')).FeedbackPopups

/** Modal and action sheet are rare: their code comes when the first one is asked for. */
function Popups({ popup }: { popup: Popup | null }): ReactNode {
  const [View, setView] = useState<ComponentType<{ popup: Popup | null }>>()
  const wanted = popup !== null && !View
  useEffect(() => {
    if (!wanted) return
    loadPopups().then(
      (popups) => setView(() => popups),
      () => {
        // A question that cannot be shown counts as not answered: nothing is done without a yes.
        closePopups()
        showToast({ title: m.ui_popup_not_loaded(), icon: 'error' })
      },
    )
  }, [wanted])
  return View ? <View popup={popup} /> : null
}
