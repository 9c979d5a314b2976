import { useEffect, useState, type ReactNode } from 'react'
import { WEB_BUILD } from '@hola/core/constants.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { chooseLocale, useLocale } from '@hola/i18n/locale.ts'
import { isInWrapper } from '../../bridge/in-wrapper.ts'
import { api } from '../../lib/api.ts'
import { appInfo, bundledVersion } from '../../lib/app-info.ts'
import { learnAppInfo } from '../../shared/device/learn-app-info.ts'
import { forgetDrafts } from '../../lib/draft.ts'
import { linkTo } from '../../lib/link.ts'
import { logOut, useSession } from '../../lib/session.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { Button } from '@hola/ui/controls/button.tsx'
import { Card } from '@hola/ui/layout/card.tsx'
import { Chips } from '@hola/ui/controls/chips.tsx'
import { showModal, showToast } from '@hola/ui/overlay/feedback.ts'
import { cameraIcon, lockIcon, offlineIcon, phoneIcon } from '@hola/ui/layout/icons.ts'
import { AmountList, Row, RowList } from '@hola/ui/layout/row-list.tsx'
import { MessagesCard } from './messages-card.tsx'
import css from './settings-screen.module.css'

/** Each language names itself: whoever landed in a wrong one must find her own. */
const languages = [
  { value: 'en', text: 'English', lang: 'en' },
  { value: 'es', text: 'Español', lang: 'es' },
  { value: 'vi', text: 'Tiếng Việt', lang: 'vi' },
] as const

/** What is known at once, then what the wrapper says, should its answer still be on its way. */
const useAppInfo = () => {
  const [info, setInfo] = useState(appInfo)
  useEffect(() => {
    void learnAppInfo().then(() => setInfo(appInfo()))
  }, [])
  return info
}

export function SettingsScreen(): ReactNode {
  const language = useLocale()
  const { isLogged } = useSession()
  const { versionName, versionCode } = useAppInfo()
  const isForTesters = useIsForTesters()
  return (
    <div className={css.page}>
      <Card>
        <Chips label={m.settings_language()} big options={languages} value={language} onChange={chooseLocale} />
        <p className={css.hint}>{m.settings_language_hint()}</p>
      </Card>
      <Card>
        <RowList>
          <Row
            icon={lockIcon}
            title={m.settings_my_data()}
            detail={m.settings_my_data_text()}
            {...linkTo('/pages/privacy/privacy')}
          />
        </RowList>
      </Card>
      {isLogged && <MessagesCard />}
      <Card title={m.settings_about()}>
        <AmountList
          rows={[
            {
              name: m.settings_version(),
              text: m.settings_version_value({ name: versionName, code: versionCode }),
            },
            { name: m.settings_web_build(), text: WEB_BUILD },
            ...(isForTesters ? [{ name: m.settings_bundled(), text: bundledVersion }] : []),
          ]}
        />
      </Card>
      {isForTesters && <Testers />}
      {isLogged && (
        <Button kind="danger" onClick={() => void signOut()}>
          {m.settings_sign_out()}
        </Button>
      )}
    </div>
  )
}

/** Whether whoever looks at this tries things out: nothing here is real, or the app around the page is tested. */
const useIsForTesters = (): boolean => {
  const { remote } = useRemote('app/get_login_option')
  return isInWrapper() || (remote.status === 'ready' && remote.data.is_sandbox)
}

/** The pages that no borrower looks for. */
function Testers(): ReactNode {
  return (
    <Card title={m.settings_testers()}>
      <p className={css.lead}>{m.settings_testers_text()}</p>
      <RowList>
        <Row
          icon={phoneIcon}
          title={m.pages_native_test()}
          detail={m.settings_native_test_text()}
          {...linkTo('/pages/settings/page_native_test')}
        />
        <Row
          icon={cameraIcon}
          title={m.pages_live_push()}
          detail={m.settings_camera_text()}
          {...linkTo('/pages/demo/live-push/live-push')}
        />
        <Row
          icon={offlineIcon}
          title={m.pages_api_state()}
          detail={m.settings_no_connection_text()}
          {...linkTo('/pages/index/api-state/api-state')}
        />
      </RowList>
    </Card>
  )
}

const signOut = async (): Promise<void> => {
  const { confirm } = await showModal({
    title: m.settings_sign_out_title(),
    content: m.settings_sign_out_text(),
    confirmText: m.settings_sign_out(),
    cancelText: m.settings_sign_out_stay(),
    danger: true,
  })
  if (!confirm) return
  // The server revokes the token; without a network this phone forgets it all the same.
  api.call('user/logout', {}, { quiet: true }).catch(() => {})
  forgetDrafts()
  logOut()
  showToast({ title: m.settings_signed_out() })
}
