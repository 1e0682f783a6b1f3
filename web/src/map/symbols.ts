import { letterair, letterground, ms } from "milsymbol/parts";

// units on land and in the air by the letters of APP-6: the rest of milsymbol is as large as the whole page
ms.addIcons([letterground, letterair]);

export { ms };
