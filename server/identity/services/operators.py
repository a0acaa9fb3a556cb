"""The operators of the installation, and the emails that they get about accounts."""

from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet

from server.accounts.models import User
from server.core import jobs, system_email

NOTIFY_OF_GUESSES = "identity.notify_of_guesses"


def build_operator_filter() -> Q:
    """Matches operators: by role, or as the configured developer with a validated address. Also matches locked ones."""
    held = Q(is_operator=True)
    if settings.DEVELOPER_EMAIL:
        held |= Q(email=settings.DEVELOPER_EMAIL, validated_at__isnull=False)
    return held


def query_operators() -> QuerySet[User]:
    """Operators who can open the support console."""
    return User.objects.filter(build_operator_filter(), validated_at__isnull=False, locked_at__isnull=True)


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
