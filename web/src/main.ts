import './theme.css';

import { mount } from 'svelte';

import App from './App.svelte';
import { settings } from './common/settings.svelte';
import { speak } from './i18n';

settings.apply();
await speak(settings.language);

const target = document.getElementById('app');
if (target) mount(App, { target });
