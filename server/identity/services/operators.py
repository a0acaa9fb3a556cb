"""The operators of the installation, and the emails that they get about accounts."""

from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet

from server.accounts.models import User
from server.core import jobs, system_email

NOTIFY_OF_GUESSES = "identity.notify_of_guesses"


def query_operators() -> QuerySet[User]:
    """Users who can open the support console: by role or as the configured developer, with a validated address."""
    held = Q(is_operator=True)
    if settings.DEVELOPER_EMAIL:
        held |= Q(email=settings.DEVELOPER_EMAIL)
    return User.objects.filter(held, validated_at__isnull=False, locked_at__isnull=True)


def is_operator(user: User) -> bool:
    return query_operators().filter(pk=user.pk).exists()


def notify_of_guesses(*, user_id: UUID, count: int) -> None:
    with transaction.atomic():
        jobs.enqueue(NOTIFY_OF_GUESSES, key=f"{NOTIFY_OF_GUESSES}:{user_id}:{count}", user_id=str(user_id), count=count)


def send_guess_notices(*, user_id: UUID, count: int) -> None:
    user = User.objects.filter(pk=user_id).first()
    if user is None:
        return
    link = f"{settings.APP_ORIGINS[0]}/admin/users/{user.pk}"
    for operator in query_operators().order_by("pk"):
        system_email.send(
            to=operator.email,
            template="codes-guessed",
            context={"name": operator.greeting_name, "email": user.email, "count": str(count), "link": link},
            language=operator.language,
        )
