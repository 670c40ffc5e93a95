"""The settings that the recipe of the page needs, and no more."""

SECRET_KEY = "only for the test"
ALLOWED_HOSTS = ["127.0.0.1"]
ROOT_URLCONF = "receiver"
MIDDLEWARE = ["django.middleware.common.CommonMiddleware", "django.middleware.csrf.CsrfViewMiddleware"]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "inbox.db"}}
