import type { DeskRetOf } from '@hola/core/desk-contract/contract.ts'
import { may } from '@hola/core/desk-contract/roles.ts'
import { m } from '@hola/i18n/compiled/messages.js'
import { formatDate, formatTime } from '@hola/i18n/format-date.ts'
import { Button } from '@hola/ui/controls/button.tsx'
import { refreshIcon } from '@hola/ui/layout/icons.ts'
import { showToast } from '@hola/ui/overlay/feedback.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { sayJob } from '../job-words.ts'
import { call } from '../lib/desk-client.ts'
import { useCall } from '../lib/queries.ts'
import type { SignedIn } from '../lib/session.ts'
import { useShortcuts } from '../lib/shortcuts.ts'
import { useSelected } from '../lib/use-selected.ts'
import { ActForm } from '../parts/act-form.tsx'
import type { Column } from '../parts/data-table.tsx'
import { WithCode } from '../parts/data-table.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { ListBody } from '../parts/list-body.tsx'
import { ListFile } from '../parts/list-file.tsx'
import { Facts, Peek, usePeek } from '../parts/peek.tsx'
import { Empty } from '../parts/state-words.tsx'
import { useWhy } from '../parts/why-field.tsx'
import css from './list-page.module.css'
import { sayFactName } from './today/item-words.ts'

type Job = DeskRetOf<'jobs/list'>['jobs'][number]

const columns: readonly Column<Job>[] = [
  {
    id: 'job',
    head: m.desk_money_job,
    width: '34%',
    cell: ({ job }) => <WithCode word={sayJob(job)} code={job} />,
    csv: ({ job }) => job,
  },
  {
    id: 'when',
    head: m.desk_money_job_died,
    width: '18%',
    cell: ({ died_at }) => `${formatDate(died_at)} ${formatTime(died_at)}`,
    csv: ({ died_at }) => died_at,
  },
  { id: 'problem', head: m.desk_money_job_problem, width: '48%', cell: ({ problem }) => problem ?? '–' },
]

function RetryDialog({ job, onClose }: { job: Job; onClose: () => void }): ReactNode {
  const queries = useQueryClient()
  const why = useWhy()
  return (
    <Dialog title={m.desk_money_job_retry_title({ job: sayJob(job.job) })} onDismiss={onClose}>
      <p>{m.desk_money_job_retry_text()}</p>
      <ActForm
        act={async () => {
          const reason = why.read()
          if (reason === undefined) return
          await call('jobs/retry', { job_id: job.job_id, why: reason })
          showToast(m.desk_money_job_retried())
          void queries.invalidateQueries()
          onClose()
        }}
        says={m.desk_money_job_retry()}
        icon={refreshIcon}
        onCancel={onClose}
      >
        {why.field}
      </ActForm>
    </Dialog>
  )
}

/** Work of the server that failed every attempt and waits for a person. */
export function JobsPage({ me, chosen: first }: { me: SignedIn; chosen?: string }): ReactNode {
  const { data, error, refetch } = useCall('jobs/list', {}, { isLive: true })
  const peek = usePeek()
  const [isAsking, setIsAsking] = useState(false)
  const jobs = data?.jobs
  const [selected, setChosen] = useSelected(jobs, ({ job_id }) => job_id, { first, isHeld: isAsking })
  const mayRetry = may(me.role, 'retry_jobs') && selected !== undefined
  useShortcuts(
    mayRetry ? [{ keys: 'v', says: m.desk_money_job_retry(), inFoot: true, run: () => setIsAsking(true) }] : [],
  )
  const list = (
    <ListBody
      rows={jobs}
      error={error}
      onAgain={refetch}
      empty={<Empty title={m.desk_money_jobs_empty()} text={m.desk_money_jobs_empty_text()} />}
      label={m.desk_money_jobs_label()}
      columns={columns}
      idOf={({ job_id }) => job_id}
      selectedId={selected?.job_id}
      onSelect={setChosen}
    />
  )
  return (
    <div className={css.page}>
      <div className={css.filters}>
        <p className={css.filter}>{m.desk_money_jobs_empty_text()}</p>
        <span className={css.file}>
          <ListFile name="tareas" columns={columns} read={async () => jobs ?? []} />
        </span>
      </div>
      <div className={css.split}>
        {list}
        {selected && peek.isOpen && (
          <Peek title={sayJob(selected.job)} isOver={peek.isOver} onClose={peek.close}>
            <p className={css.why}>{selected.problem ?? '–'}</p>
            <Facts
              of={[
                [m.desk_money_job_code(), selected.job],
                ...selected.about.map(({ name, value }) => [sayFactName(name), value] as const),
              ]}
            />
            {mayRetry && (
              <div className={css.buttons}>
                <Button icon={refreshIcon} onClick={() => setIsAsking(true)}>
                  {m.desk_money_job_retry()}
                </Button>
              </div>
            )}
          </Peek>
        )}
      </div>
      {isAsking && selected && <RetryDialog job={selected} onClose={() => setIsAsking(false)} />}
    </div>
  )
}
