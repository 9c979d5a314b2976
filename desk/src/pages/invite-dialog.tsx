import {
  INVITATION_CODE_BYTES,
  invitationCodeOf,
  plainInvitationCode,
} from '@hola/core/desk-contract/invitation-code.ts'
import { staffRoles, type StaffRole } from '@hola/core/desk-contract/roles.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { TextField } from '@hola/ui/controls/text-field.tsx'
import { Note } from '@hola/ui/layout/note.tsx'
import { keyIcon } from '@hola/ui/layout/icons.ts'
import { use, useState, type ReactNode } from 'react'
import { ProposeDialog } from '../parts/propose-dialog.tsx'
import { SelectField } from '../parts/select-field.tsx'
import { sayRole } from '../words.ts'

const hexOf = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

const drawCode = async (): Promise<{ readonly code: string; readonly sha256: string }> => {
  const code = invitationCodeOf(crypto.getRandomValues(new Uint8Array(INVITATION_CODE_BYTES)))
  return {
    code,
    sha256: hexOf(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(plainInvitationCode(code)))),
  }
}

/**
 * Proposes a new member. The code is made here and only its hash leaves this page: whoever proposes tells it to her, whoever
 * signs gets the link, and neither can become her alone.
 */
export function InviteDialog({ onClose }: { onClose: () => void }): ReactNode {
  const [drawn] = useState(drawCode)
  const { code, sha256 } = use(drawn)
  const [name, setName] = useState('')
  const [role, setRole] = useState<StaffRole>('analyst')
  const [isMissing, setIsMissing] = useState(false)
  return (
    <ProposeDialog
      kind="member"
      title={m.desk_staff_invite_title()}
      details={() => {
        setIsMissing(name.trim() === '')
        return name.trim() === '' ? undefined : { name: name.trim(), role, code_sha256: sha256 }
      }}
      onClose={onClose}
    >
      <TextField
        label={m.desk_column_name()}
        value={name}
        maxLength={60}
        autoComplete="off"
        data-autofocus
        error={isMissing ? m.desk_staff_invite_name_missing() : undefined}
        onChange={({ target }) => {
          setName(target.value)
          setIsMissing(false)
        }}
      />
      <SelectField
        label={m.desk_column_role()}
        value={role}
        onChange={({ target }) => setRole(target.value as StaffRole)}
      >
        {staffRoles.map((one) => (
          <option key={one} value={one}>
            {sayRole(one)}
          </option>
        ))}
      </SelectField>
      <Note icon={keyIcon}>
        {m.desk_staff_invite_code()} <b>{code}</b>
      </Note>
    </ProposeDialog>
  )
}
