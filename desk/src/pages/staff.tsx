import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { mayPropose } from '@hola/core/desk-contract/proposals.ts'
import { may } from '@hola/core/desk-contract/roles.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { formatNumber } from '@hola/i18n/format.ts'
import { formatDate } from '@hola/i18n/format-date.ts'
import { Button, ButtonLink } from '@hola/ui/controls/button.tsx'
import { Badge } from '@hola/ui/layout/badge.tsx'
import { alertIcon, checkIcon, plusIcon } from '@hola/ui/layout/icons.ts'
import { showToast } from '@hola/ui/overlay/feedback.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState, type ReactNode } from 'react'
import { useHref } from 'react-router'
import { useCall } from '../lib/queries.ts'
import type { SignedIn } from '../lib/session.ts'
import { useShortcuts } from '../lib/shortcuts.ts'
import { useSelected } from '../lib/use-selected.ts'
import { ConfirmedForm } from '../parts/confirmed-form.tsx'
import type { Column } from '../parts/data-table.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Initials } from '../parts/initials.tsx'
import { ListFile } from '../parts/list-file.tsx'
import { Facts, Peek, usePeek } from '../parts/peek.tsx'
import { Failed, Waiting } from '../parts/state-words.tsx'
import { useWhy } from '../parts/why-field.tsx'
import { sayRole, sayWhatRoleDoes } from '../words.ts'
import { InviteDialog } from './invite-dialog.tsx'
import css from './list-page.module.css'

type Member = DeskRetOf<'staff/list'>['members'][number]

function State({ of: { suspended_at } }: { of: Member }): ReactNode {
  return suspended_at === null ? (
    <Badge tone="done" icon={checkIcon}>
      {m.desk_staff_works()}
    </Badge>
  ) : (
    <Badge icon={alertIcon}>{m.desk_staff_suspended()}</Badge>
  )
}

const sayPasskeys = ({ is_made_up, passkey_count }: Member): string => {
  if (is_made_up) return m.desk_staff_made_up()
  return passkey_count === 0 ? m.desk_staff_no_key() : formatNumber(passkey_count)
}

const columns: readonly Column<Member>[] = [
  {
    id: 'name',
    head: m.desk_column_name,
    width: '30%',
    cell: ({ name }) => (
      <span className={css.person}>
        <Initials name={name} />
        {name}
      </span>
    ),
    csv: ({ name }) => name,
  },
  { id: 'role', head: m.desk_column_role, width: '20%', cell: ({ role }) => sayRole(role) },
  { id: 'passkeys', head: m.desk_column_passkeys, width: '20%', cell: sayPasskeys },
  {
    id: 'since',
    head: m.desk_column_since,
    width: '15%',
    isExtra: true,
    cell: (one) => formatDate(one.created_at),
    csv: (one) => one.created_at,
  },
  {
    id: 'state',
    head: m.desk_column_state,
    width: '15%',
    cell: (one) => <State of={one} />,
    csv: (one) => (one.suspended_at === null ? m.desk_staff_works() : m.desk_staff_suspended()),
  },
]

function SuspendDialog({ me, member, onClose }: { me: SignedIn; member: Member; onClose: () => void }): ReactNode {
  const queries = useQueryClient()
  const why = useWhy()
  return (
    <Dialog title={m.desk_staff_suspend_title({ name: member.name })} onDismiss={onClose}>
      <p>{m.desk_staff_suspend_text()}</p>
      <ConfirmedForm
        me={me}
        path="staff/suspend"
        danger
        onCancel={onClose}
        onDone={() => {
          showToast(m.desk_staff_suspend_done({ name: member.name }))
          void queries.invalidateQueries()
          onClose()
        }}
        body={() => {
          const reason = why.read()
          return reason === undefined ? undefined : { member_id: member.member_id, why: reason }
        }}
      >
        {why.field}
      </ConfirmedForm>
    </Dialog>
  )
}

export function StaffPage({ me }: { me: SignedIn }): ReactNode {
  const { data, error, refetch } = useCall('staff/list', {}, { isLive: true })
  const peek = usePeek()
  const [isAsking, setIsAsking] = useState(false)
  const [isInviting, setIsInviting] = useState(false)
  const members = data?.members
  const [selected, setChosen] = useSelected(members, ({ member_id }) => member_id, { isHeld: isAsking })
  const actsOf = useHref(`/acts?member=${selected?.member_id ?? ''}`)

  const isMe = selected?.member_id === me.member_id
  const canSuspend = may(me.role, 'suspend_staff') && selected?.suspended_at === null && !isMe
  const ask = (): void => setIsAsking(canSuspend)
  useShortcuts(
    may(me.role, 'suspend_staff')
      ? [
          { keys: 's', says: m.desk_keys_suspend(), inFoot: true, run: ask },
          { keys: 'i', says: m.desk_staff_invite(), inFoot: true, run: () => setIsInviting(true) },
        ]
      : [],
  )

  return (
    <div className={css.page}>
      <div className={css.filters}>
        {mayPropose(me.role, 'member') && (
          <Button kind="secondary" icon={plusIcon} onClick={() => setIsInviting(true)}>
            {m.desk_staff_invite()}
          </Button>
        )}
        <span className={css.file}>
          <ListFile name="equipo" columns={columns} read={async () => members ?? []} />
        </span>
      </div>
      <div className={css.split}>
        {members === undefined ? (
          error ? (
            <Failed problem={error} onAgain={() => void refetch()} />
          ) : (
            <Waiting />
          )
        ) : (
          <DataTable
            label={m.desk_staff_label()}
            columns={columns}
            rows={members}
            idOf={({ member_id }) => member_id}
            selectedId={selected?.member_id}
            onSelect={setChosen}
          />
        )}
        {selected && peek.isOpen && (
          <Peek title={selected.name} isOver={peek.isOver} onClose={peek.close}>
            <p>{sayWhatRoleDoes(selected.role)}</p>
            <Facts
              of={[
                [m.desk_column_role(), sayRole(selected.role)],
                [m.desk_column_passkeys(), sayPasskeys(selected)],
                [m.desk_column_since(), formatDate(selected.created_at)],
                [
                  m.desk_column_state(),
                  selected.suspended_at === null
                    ? m.desk_staff_works()
                    : m.desk_staff_suspended_at({ date: formatDate(selected.suspended_at) }),
                ],
              ]}
            />
            <div className={css.buttons}>
              {isMe && <p>{m.desk_staff_you()}</p>}
              {may(me.role, 'see_acts') && (
                <ButtonLink kind="secondary" href={actsOf}>
                  {m.desk_staff_acts()}
                </ButtonLink>
              )}
              {canSuspend && (
                <Button kind="danger" onClick={ask}>
                  {m.desk_staff_suspend()}
                </Button>
              )}
            </div>
          </Peek>
        )}
      </div>
      {isInviting && (
        <Suspense>
          <InviteDialog onClose={() => setIsInviting(false)} />
        </Suspense>
      )}
      {isAsking && selected && <SuspendDialog me={me} member={selected} onClose={() => setIsAsking(false)} />}
    </div>
  )
}
