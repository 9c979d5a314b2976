import { ACCESS_LEGEND, AUTHORITY_LEGEND } from '@hola/core/agreement/legends.ts'
import { brand } from '@hola/core/brand.ts'
import { AGE_MAX_YEARS, AGE_MIN_YEARS } from '@hola/core/identifiers/age.ts'
import { WITHDRAWAL_BUSINESS_DAYS } from '@hola/core/loan/withdrawal.ts'
import { TEXTS_VERSION, type PolicyTexts } from './policy-text.ts'

const { name, legalEntity, cuit, address, registryNumber, support } = brand
const contact = `${support.email}, WhatsApp ${support.whatsapp} o teléfono ${support.phone}, de lunes a viernes de ${support.hours.fromHour} a ${support.hours.toHour} h`
const identity = `${legalEntity}, CUIT ${cuit}, con domicilio en ${address}, inscripta en el Registro de otros proveedores no financieros de crédito del BCRA con el número ${registryNumber}`

/** The texts that count. */
export const textsEs: PolicyTexts = {
  privacy: {
    version: TEXTS_VERSION,
    sections: [
      {
        title: '1. Quién es responsable de tus datos',
        blocks: [
          `${identity} (en adelante, "${name}"), es responsable de las bases de datos en las que se guarda la información que nos das. Para cualquier consulta o pedido sobre tus datos podés escribir a ${contact}.`,
        ],
      },
      {
        title: '2. Qué datos pedimos y para qué',
        blocks: [
          'Pedimos solamente lo que hace falta para prestarte y para cumplir la ley:',
          [
            'Tu celular o tu correo electrónico: para que ingreses con un código y para avisarte sobre tu solicitud y tu préstamo. Durante 180 días recordamos, de forma irreconocible, desde qué navegador y qué red ingresaste: así nadie que sepa tu número puede dejarte afuera.',
            'Nombre, apellido, género en el DNI, fecha de nacimiento, DNI, CUIL y domicilio: para saber quién sos, evaluar tu solicitud y armar el contrato.',
            'Estudios, trabajo, ingresos, estado civil, destino del préstamo y otros préstamos: para evaluar cuánto podés pagar sin ahogarte.',
            'Dos contactos de referencia (vínculo, nombre y celular): solo como referencia. Nunca los contactamos por una deuda ni les decimos que tenés un préstamo.',
            'La cuenta donde recibís el dinero (CBU, CVU o alias) y su titular: para transferirte.',
            'Fotos del frente y del dorso de tu DNI y una selfie: para confirmar que sos vos y evitar que alguien pida un préstamo en tu nombre.',
          ],
          'Estos datos son necesarios para evaluar y otorgar el préstamo. Si no los das, o no son ciertos, no podemos prestarte. No hay otra consecuencia.',
        ],
      },
      {
        title: '3. Datos biométricos',
        blocks: [
          'Comparar tu cara con la foto del DNI usa datos biométricos. Los tratamos como datos sensibles: te pedimos un permiso aparte antes de sacar las fotos, los usamos únicamente para verificar tu identidad y no los cedemos. Podés retirar ese permiso; en ese caso no podemos verificar tu identidad por este medio.',
        ],
      },
      {
        title: '4. Datos del teléfono',
        blocks: [
          'Los datos del dispositivo, la ubicación aproximada, los avisos por SMS de servicios financieros, qué aplicaciones financieras de una lista fija tenés y tu uso de la aplicación son opcionales. Cada uno tiene su propio permiso, apagado de entrada, que podés retirar cuando quieras desde Perfil, Mis datos. Negarte o retirarlo no cambia la decisión, el límite ni el precio. Nunca leemos el texto de tus mensajes, tu lista de contactos ni tus fotos.',
        ],
      },
      {
        title: '5. De dónde más obtenemos datos',
        blocks: [
          'Consultamos la Central de Deudores del Banco Central de la República Argentina, que es pública. Si esa información pesa en un rechazo, te lo decimos y te explicamos cómo pedir que la corrijan.',
        ],
      },
      {
        title: '6. Decisiones automáticas',
        blocks: [
          'La evaluación la hace un sistema con reglas escritas. Siempre te decimos en palabras simples los motivos de un rechazo y la fecha desde la que podés volver a intentar. Podés pedir que una persona revise el resultado por los medios de contacto de esta política.',
        ],
      },
      {
        title: '7. A quién le pasamos datos',
        blocks: [
          [
            'Al banco o proveedor de pagos que te transfiere el préstamo y cobra tus pagos, con lo necesario para cada operación.',
            'A quien envía nuestros mensajes con códigos y avisos.',
            'Al Banco Central, a la Unidad de Información Financiera y a otras autoridades, cuando una norma nos obliga.',
            'A la Central de Deudores, con el estado de tu préstamo, como exige el Banco Central.',
          ],
          'No vendemos tus datos ni los cedemos con fines de publicidad. Si un proveedor los trata fuera del país, lo hace con un contrato que exige una protección equivalente a la de la ley argentina.',
        ],
      },
      {
        title: '8. Cuánto tiempo los guardamos',
        blocks: [
          [
            'Los datos de tu préstamo y de tu identidad: mientras dure la relación y después por el plazo que exigen las normas de prevención de lavado y las comerciales.',
            'Los datos opcionales del teléfono: como máximo 90 días, o hasta que retires el permiso.',
            'Las solicitudes que no se completan: hasta que pidas borrarlas o pase un año sin actividad.',
          ],
        ],
      },
      {
        title: '9. Cómo los cuidamos',
        blocks: [
          'Los datos personales y las fotos se guardan cifrados. El acceso de nuestro personal es limitado y queda registrado. Los códigos de ingreso no se guardan en texto legible. Si hay un incidente que te afecta, te avisamos.',
        ],
      },
      {
        title: '10. Tus derechos',
        blocks: [
          'Podés acceder a tus datos, corregirlos, actualizarlos y pedir que se borren, desde Perfil, Mis datos, o por los medios de contacto de esta política. Respondemos los pedidos de acceso dentro de los 10 días corridos y los de corrección, actualización o supresión dentro de los 5 días hábiles. No podemos borrar lo que una ley nos obliga a conservar; en ese caso te decimos qué es y hasta cuándo.',
          ACCESS_LEGEND,
          AUTHORITY_LEGEND,
        ],
      },
      {
        title: '11. Cambios',
        blocks: [
          'Si cambiamos esta política te pedimos que la leas y la aceptes de nuevo antes de seguir. La versión que aceptaste, con la fecha, queda registrada y la podés pedir.',
        ],
      },
    ],
  },

  terms: {
    version: TEXTS_VERSION,
    sections: [
      {
        title: '1. Quiénes somos y qué son estos términos',
        blocks: [
          `${name} es un servicio de ${identity}. Estos términos regulan el uso de la aplicación. Cada préstamo tiene además su propio contrato, que leés y firmás por separado; si hay diferencias, vale el contrato del préstamo. Ante la duda se interpreta a favor de la persona consumidora (artículo 37 de la Ley 24.240).`,
        ],
      },
      {
        title: '2. Quién puede usar el servicio',
        blocks: [
          `Personas humanas de ${AGE_MIN_YEARS} a ${AGE_MAX_YEARS} años, con DNI argentino y domicilio en el país, que actúan por sí mismas. Tenés que dar datos verdaderos y una cuenta bancaria o virtual a tu nombre.`,
        ],
      },
      {
        title: '3. Tu cuenta',
        blocks: [
          'Ingresás con un código que enviamos a tu celular o a tu correo. No lo compartas: nunca te lo pedimos por teléfono, mensaje ni redes. Si perdés el teléfono o creés que alguien entró, avisanos y cerramos las sesiones abiertas.',
        ],
      },
      {
        title: '4. Pedir un préstamo',
        blocks: [
          'Pedirlo no tiene costo ni te obliga a tomarlo. Evaluamos tu solicitud y te decimos si la aprobamos, con un límite y hasta cuándo vale, o si no, con los motivos. Aprobar un límite no obliga a otorgar un préstamo si los datos cambian o no son ciertos.',
        ],
      },
      {
        title: '5. Costo',
        blocks: [
          'Antes de firmar ves el monto, lo que recibís, los gastos, los intereses, el IVA, el total a pagar, el vencimiento, la TNA, la TEA y el CFTEA. No hay otros cargos. No se cobra nada por adelantado: nadie en nuestro nombre puede pedirte una transferencia para darte un préstamo.',
        ],
      },
      {
        title: '6. Firma electrónica',
        blocks: [
          'El contrato se firma con una casilla que vos marcás y un código que enviamos a tu celular o correo (firma electrónica, Ley 25.506). Guardamos la prueba de la firma. Podés leer y descargar el contrato antes de firmarlo y después, siempre.',
        ],
      },
      {
        title: '7. Arrepentimiento y baja',
        blocks: [
          `Podés arrepentirte dentro de los ${WITHDRAWAL_BUSINESS_DAYS} días hábiles desde que recibiste el contrato o desde que el dinero estuvo disponible, lo que ocurra último, sin costo, devolviendo el capital que recibiste. Usá el Botón de arrepentimiento, que está en el inicio y no necesita que ingreses. También podés dar de baja el servicio con el Botón de baja; la baja no borra una deuda vigente.`,
        ],
      },
      {
        title: '8. Pagar, pagar antes y pagar tarde',
        blocks: [
          'Podés pagar por los medios que muestra la aplicación, en parte o todo, y también antes del vencimiento, sin cargo: los intereses corren solo hasta el día en que pagás. Si pagás tarde se suman los cargos por mora que figuran en tu contrato, que tienen un tope y no se capitalizan. Un vencimiento en día no hábil pasa al siguiente día hábil sin costo.',
        ],
      },
      {
        title: '9. Cómo nos comunicamos',
        blocks: [
          'Te escribimos solo a vos, por los medios que nos diste y en horarios razonables. No hablamos de tu deuda con familiares, vecinos, contactos ni empleadores (artículo 8 bis de la Ley 24.240).',
        ],
      },
      {
        title: '10. Uso correcto',
        blocks: [
          'No se puede usar la identidad de otra persona, dar documentos falsos ni intentar entrar a sistemas o datos ajenos. En esos casos podemos bloquear la cuenta y avisar a las autoridades. Si bloqueamos una cuenta, te decimos cómo pedir que se revise.',
        ],
      },
      {
        title: '11. Funcionamiento',
        blocks: [
          'Tratamos de que el servicio esté siempre disponible. Si una falla nuestra te impide pagar a tiempo, ese atraso no genera cargos.',
        ],
      },
      {
        title: '12. Reclamos, ley y jueces',
        blocks: [
          `Podés reclamar por ${contact}. También ante la Defensa de las y los consumidores y, por la protección al usuario financiero, ante el Banco Central. Se aplica la ley argentina y entiende el juez de tu domicilio.`,
        ],
      },
      {
        title: '13. Cambios',
        blocks: [
          'Si cambiamos estos términos te pedimos que los leas y los aceptes de nuevo. Un cambio nunca modifica un préstamo ya firmado.',
        ],
      },
    ],
  },

  contracts: {
    version: TEXTS_VERSION,
    sections: [
      {
        title: 'Qué encontrás acá',
        blocks: [
          `Los textos a los que adherís cuando usás ${name}, para leer y guardar sin necesidad de ingresar. El contrato de cada préstamo se puede leer completo y descargar en PDF antes de firmarlo y en cualquier momento después, en el detalle del préstamo.`,
        ],
      },
      {
        title: 'Qué dice todo contrato de préstamo',
        blocks: [
          'Como pide el artículo 36 de la Ley 24.240, cada contrato informa:',
          [
            'Quién presta y quién recibe, con sus datos.',
            'El monto del préstamo y lo que recibís después de los gastos.',
            'La tasa efectiva anual (TEA) y el costo financiero total efectivo anual con IVA (CFTEA).',
            'El total de intereses, el IVA y los gastos.',
            'El sistema de amortización: un solo pago al vencimiento, tasa fija.',
            'La cantidad de pagos, el importe y la fecha de cada uno.',
            'Los cargos por mora y su tope, y que pagar antes no tiene costo.',
            'Que no hay seguros ni otros productos obligatorios.',
            'El derecho a revocar, cómo reclamar y qué juez interviene: el de tu domicilio.',
          ],
        ],
      },
      {
        title: 'Derecho a revocar',
        blocks: [
          `Tenés derecho a revocar la aceptación de este préstamo dentro de los ${WITHDRAWAL_BUSINESS_DAYS} días hábiles desde que recibiste el contrato o desde que el dinero estuvo disponible, lo que ocurra último, sin costo, devolviendo el capital recibido.`,
        ],
      },
    ],
  },

  about: {
    version: TEXTS_VERSION,
    sections: [
      {
        title: `${name}, en pocas palabras`,
        blocks: [
          'Prestamos montos chicos, por un plazo corto, a personas que viven en Argentina. Todo se hace desde el teléfono y se ve entero antes de firmar: lo que recibís, lo que pagás y cuándo.',
        ],
      },
      {
        title: 'Lo que hacemos y lo que no',
        blocks: [
          [
            'Mostramos el CFTEA más grande que cualquier otra tasa.',
            'Explicamos los motivos cuando no podemos prestar.',
            'No cobramos nada por adelantado.',
            'No hablamos de tu deuda con nadie más que con vos.',
            'No usamos tus mensajes, contactos ni ubicación para decidir.',
          ],
        ],
      },
      { title: 'La empresa', blocks: [`${identity}.`, `Podés hablar con una persona: ${contact}.`] },
    ],
  },
}
