import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import en from "./locales/en.json";
import es from "./locales/es.json";
import fr from "./locales/fr.json";
import { settings } from "./settings";

void i18next.use(initReactI18next).init({
  lng: settings.get().lang,
  fallbackLng: "en",
  resources: { en: { translation: en }, es: { translation: es }, fr: { translation: fr } },
  interpolation: { escapeValue: false },
});

settings.watch(() => {
  const { lang } = settings.get();
  document.documentElement.lang = lang;
  if (i18next.language !== lang) void i18next.changeLanguage(lang);
});
document.documentElement.lang = settings.get().lang;

export default i18next;
