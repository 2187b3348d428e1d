import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { type LocalServer, type ModelRole, presets } from '#shared/models.ts'
import { failureText } from '#web/api/request.ts'
import { t } from '#web/messages/t.ts'
import { useChooseModel } from '#web/queries/admin.ts'
import { Notice } from '#web/ui/notice.tsx'
import { describeModel } from './describe-model.ts'
import classes from './models.module.css'

/** A model server on this machine: one click uses one of its models. */
export function FoundServer({ purpose, server }: { purpose: ModelRole; server: LocalServer }) {
  const { name, provider, address, models } = server
  const suitable = models.filter(({ role = 'chat' }) => role === purpose && presets[provider].roles.includes(role))
  const [model, setModel] = useState(suitable[0]?.id ?? '')
  const choose = useChooseModel()
  if (model === '') return null
  const use = () => choose.mutate({ role: purpose, choice: { provider, address, model, key: '', alternatives: [] } })
  return (
    <>
      <Notice>
        <p className={classes.state}>{t('models.found', { name, n: suitable.length })}</p>
        <div className={classes.actions}>
          {suitable.length > 1 && (
            <NativeSelect
              aria-label={t('models.chooseFound', { name })}
              data={suitable.map((each) => ({ value: each.id, label: describeModel(each) }))}
              value={model}
              onChange={(event) => setModel(event.currentTarget.value)}
            />
          )}
          <Button loading={choose.isPending} onClick={use}>
            {t('models.useFound', { model })}
          </Button>
        </div>
      </Notice>
      {choose.error && <Notice tone="danger">{failureText(choose.error, 'settings.save-failed')}</Notice>}
    </>
  )
}
